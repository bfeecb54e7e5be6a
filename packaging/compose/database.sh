#!/bin/sh
# Run by PostgreSQL's image when its volume is new: the role and the database of Waybill, which refuses a superuser.
set -eu
psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "${POSTGRES_USER:-postgres}" --dbname postgres <<- 'SQL'
	\set password `cat /run/secrets/database_password`
	CREATE ROLE waybill LOGIN PASSWORD :'password';
	CREATE DATABASE waybill OWNER waybill ENCODING 'UTF8' TEMPLATE template0;
SQL
