#!/usr/bin/python3
"""zeep_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md on zeep, document/literal; options as in driven.py."""

import workloads

workloads.main("bench")
