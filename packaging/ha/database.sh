#!/bin/sh
# Run by Patroni when the database is new: the role and the database of Waybill, which refuses a superuser. `$1` says how to connect.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet "$1" <<- 'SQL'
	CREATE ROLE waybill LOGIN PASSWORD '@WAYBILL_PASSWORD@';
	CREATE DATABASE waybill OWNER waybill ENCODING 'UTF8' TEMPLATE template0;
SQL
