"""Stan, from the headers, libraries and stanc that PyPI's httpstan carries, built and run as CmdStan does it.

    stan_peer.py HTTPSTAN FOLDER prepare              # Stan's part of every program, and a precompiled header, once
    stan_peer.py HTTPSTAN FOLDER compile PROGRAM      # models/paper/PROGRAM.stan -> FOLDER/PROGRAM
"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parents[2] / "models" / "paper"
FLAGS = ["-O3", "-std=c++17", "-pthread", "-D_REENTRANT", "-DBOOST_DISABLE_ASSERTS", "-w"]


def run(*command):
    subprocess.run([str(part) for part in command], check=True)


def prepare(stan, folder):
    header = folder / "stan" / "model" / "model_header.hpp.gch"
    header.parent.mkdir(parents=True, exist_ok=True)
    run("g++", *FLAGS, "-isystem", stan / "include", "-x", "c++-header", stan / "include/stan/model/model_header.hpp", "-o", header)
    run("g++", *FLAGS, "-isystem", stan / "include", "-c", HERE / "stan_main.cpp", "-o", folder / "main.o")


def compile_program(stan, folder, name):
    source = folder / f"{name}.hpp"
    run(stan / "stanc", "--name", f"{name}_model", f"--o={source}", MODELS / f"{name}.stan")
    run("g++", *FLAGS, "-I", folder, "-isystem", stan / "include", "-x", "c++", "-c", source, "-o", folder / f"{name}.o")
    run("g++", folder / "main.o", folder / f"{name}.o", f"-L{stan / 'lib'}", "-ltbb", f"-Wl,-rpath,{stan / 'lib'}", "-o", folder / name)


def main():
    stan, folder, action, *rest = sys.argv[1:]
    {"prepare": prepare, "compile": compile_program}[action](pathlib.Path(stan), pathlib.Path(folder), *rest)


main()
