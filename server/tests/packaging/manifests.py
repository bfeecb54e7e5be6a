"""Holds manifests against the schemas of their makers, and prints all of them as JSON: {file: [document, …]}.

python manifests.py FILE…  A file named compose.yaml is one of Compose; in others, kustomizations are read only.
"""

import json
import pathlib
import sys

import kubernetes_validate
import yaml
from compose_spec import PyCompose

# The oldest that the kustomization promises, and the newest that the schemas know.
VERSIONS = ["1.28", kubernetes_validate.latest_version()]


class Unique(yaml.SafeLoader):
    """Refuses a key that stands twice; the last one would win otherwise."""

    def construct_mapping(self, node, deep=False):
        keys = [it[0].value for it in node.value if it[0].tag != "tag:yaml.org,2002:merge"]
        twice = {it for it in keys if keys.count(it) > 1}
        # A merge puts its keys before those of the mapping.
        if twice and not getattr(node, "merged", False):
            sys.exit(f"{node.start_mark}: {twice} stands twice")
        return super().construct_mapping(node, deep)

    def flatten_mapping(self, node):
        node.merged = any(it[0].tag == "tag:yaml.org,2002:merge" for it in node.value)
        super().flatten_mapping(node)


read = {}
for path in map(pathlib.Path, sys.argv[1:]):
    documents = list(yaml.load_all(path.read_text(), Unique))
    read[path.name] = documents
    for document in documents:
        try:
            if path.name == "compose.yaml":
                PyCompose.from_json(json.dumps(document))
            elif document["kind"] != "Kustomization":
                for version in VERSIONS:
                    kubernetes_validate.validate(document, version, strict=True)
        except (ValueError, kubernetes_validate.ValidationError) as error:
            # The message alone: with it comes the whole schema.
            sys.exit(f"{path.name}: {getattr(error, 'message', error)}")
print(json.dumps(read))
