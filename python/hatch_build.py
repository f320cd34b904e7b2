"""A wheel with a runtime is of one platform; PERRIN_PLATFORM names its tag, as manylinux_2_28_x86_64."""

import os

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        platform = os.environ.get("PERRIN_PLATFORM")
        if platform:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"
