#!/usr/bin/python3
"""Looks at `abut schema` with a validator of JSON Schema, as an editor does.

    check_schema.py PROGRAM SCENE...

Every scene must be valid, and must not be so any longer with a key that does not exist or a value of the wrong type.
"""
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import json

program, paths = sys.argv[1], sys.argv[2:]
schema = json.loads(subprocess.run([program, "schema"], check=True, capture_output=True).stdout)
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
judge = validator(schema)
wrong = []
for path in paths:
    with open(path, encoding="utf-8") as source:
        scene = yaml.safe_load(source)
    wrong += [f"{path}: {e.json_path}: {e.message}" for e in judge.iter_errors(scene)]
    for change in ({"tiem": 1}, {"bodies": 5}, {"time": "later"}):
        if judge.is_valid({**scene, **change}):
            wrong.append(f"{path}: still valid with {change}")
print("\n".join(wrong) or f"{len(paths)} scenes are valid")
sys.exit(1 if wrong or not paths else 0)
