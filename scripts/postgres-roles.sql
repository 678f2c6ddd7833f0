-- Once per PostgreSQL cluster, by its administrator: the roles and the login of a server that is no superuser.
--   psql -v ON_ERROR_STOP=1 -v password=… -f scripts/postgres-roles.sql
-- then, in the same cluster:  CREATE DATABASE verva OWNER verva_owner;
--   and in that database:     CREATE SCHEMA pgboss AUTHORIZATION verva_system;
-- Start the server with DATABASE_URL=postgres://verva_server:…@host/verva; it migrates the database itself.
CREATE ROLE verva_owner NOLOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS;
CREATE ROLE verva_tenant NOLOGIN NOBYPASSRLS;
CREATE ROLE verva_signin NOLOGIN NOBYPASSRLS;
CREATE ROLE verva_system NOLOGIN NOBYPASSRLS;
CREATE ROLE verva_search NOLOGIN NOBYPASSRLS;
-- The owner takes part in nothing but the one function of verva_search: as a member of verva_system it would see past the policies.
GRANT verva_search TO verva_owner;
-- NOINHERIT: the login has no right of its own, only those of the role that a transaction takes.
CREATE ROLE verva_server LOGIN NOINHERIT NOBYPASSRLS PASSWORD :'password';
GRANT verva_owner, verva_tenant, verva_signin, verva_system TO verva_server;
-- Reads every row for pg_dump, and writes none. Without a password it signs in by pg_hba.conf alone; or ALTER ROLE … PASSWORD.
CREATE ROLE verva_backup LOGIN BYPASSRLS NOCREATEROLE NOCREATEDB;
GRANT pg_read_all_data TO verva_backup;
