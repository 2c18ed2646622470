"""Shapes as a package for the benches beside it; its files find one another as they do when simulate.py is run as a program."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
