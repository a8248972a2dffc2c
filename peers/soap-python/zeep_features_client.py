#!/usr/bin/python3
"""zeep_features_client tcp HOST PORT [NAME=VALUE...]: the cases of ../soap.md on zeep; options as in driven.py."""

import cases

cases.main()
