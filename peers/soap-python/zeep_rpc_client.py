#!/usr/bin/python3
"""zeep_rpc_client tcp HOST PORT [NAME=VALUE...]: the workloads of ../README.md on zeep, rpc/literal; options as in driven.py."""

import workloads

workloads.main("bench-rpc", member="item")
