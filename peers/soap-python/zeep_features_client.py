#!/usr/bin/python3
"""zeep_features_client tcp HOST PORT [NAME=VALUE...]: the cases of ../soap.md on zeep; options as in driven.py. The command
`entry NAME=VALUE...` is `divide` with an entry of the header that nobody knows, with these attributes of SOAP's: `ok`, or `fault CODE`."""

import cases

cases.main()
