# Everything one does with this repository. `make` alone lists it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST_ARGS ?=
# One process a core; a file stays in one, so that what its tests share is made once.
SPREAD := -n logical --maxprocesses 4

# Debian's names of the programs that the window tests and the packager need.
DEBIAN_PACKAGES := xvfb openbox xdotool x11-xkb-utils x11-utils binutils xz-utils python3-venv

# What makes the assets has an environment of its own: the game needs none of it.
ART := var/art/env
MAKE_ART = cd tools/art && ../../$(ART)/bin/python -m artbuild

ifneq ($(shell id -u),0)
SUDO ?= sudo
endif

.DEFAULT_GOAL := help
.PHONY: help play test check format texts bench package soak art art-full deps clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

play: $(VENV)/.made-play  ## make the environment and start the game
	$(BIN)/python -m cacho $(ARGS)

test: $(VENV)/.made-dev  ## run every test
	$(BIN)/python -m pytest $(SPREAD) --dist loadfile $(PYTEST_ARGS)

check: $(VENV)/.made-dev  ## style, types, layers, translations
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/python tools/texts.py check

format: $(VENV)/.made-dev  ## let ruff lay out the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

texts: $(VENV)/.made-dev  ## collect the texts for the translators and compile the catalogues
	$(BIN)/python tools/texts.py update

bench: $(VENV)/.made-dev  ## measure start, frames, idling, memory, size
	$(BIN)/python -m tools.bench $(ARGS)

package: $(VENV)/.made-play  ## build dist/Cacho/ and its archive in a clean environment
	$(BIN)/python tools/package.py $(ARGS)

soak: $(VENV)/.made-dev  ## the long versions of the randomised tests
	$(BIN)/python -m pytest $(SPREAD) --soak $(PYTEST_ARGS)

art: $(ART)/.made  ## make sounds, papers, leather and manifests anew, in an environment of their own
	$(MAKE_ART).ui_assets
	$(MAKE_ART).export_throws
	$(MAKE_ART).sounds
	$(MAKE_ART).manifest
	$(MAKE_ART).sound_report

art-full: $(ART)/.made-full  ## the same after rendering cup, dice, table and baking throws (two hours)
	$(MAKE_ART).cup_pattern
	$(MAKE_ART).cup_frames
	$(MAKE_ART).cup_frames --twice --samples 8
	$(MAKE_ART).cup_preview
	$(MAKE_ART).die_render
	$(MAKE_ART).matcaps
	$(MAKE_ART).table
	$(MAKE_ART).table --width 2560 --height 1440 --samples 12
	$(MAKE_ART).table --width 3840 --height 2160 --samples 10
	$(MAKE_ART).title
	$(MAKE_ART).title --table ../../assets/sprites/table/table_2160.jpg
	$(MAKE_ART).laid
	$(MAKE_ART).bake_throws
	$(MAKE) art

deps:  ## install what the window tests need (Debian, Ubuntu)
	$(SUDO) apt-get update -qq
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(DEBIAN_PACKAGES)

clean:  ## remove everything that was made
	rm -rf $(VENV) .venv-package .pyinstaller dist var .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Cacho needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.made-play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	$(BIN)/python -m compileall -q cacho
	@touch $@

$(VENV)/.made-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,package]'
	$(BIN)/python -m compileall -q cacho
	@touch $@ $(VENV)/.made-play

$(ART)/bin/python:
	$(PYTHON) -m venv $(ART)

$(ART)/.made: tools/art/requirements.txt | $(ART)/bin/python
	$(ART)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

$(ART)/.made-full: tools/art/requirements-full.txt $(ART)/.made
	$(ART)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@
