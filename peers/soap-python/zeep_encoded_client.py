#!/usr/bin/python3
"""zeep_encoded_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md on zeep, rpc/encoded; options as in driven.py."""

import workloads

workloads.main("bench-encoded", member="_value_1")
