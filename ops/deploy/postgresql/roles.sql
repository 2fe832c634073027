-- The logins of Razao's database. Passwords come from the environment, and into no log:
-- each is set by \password's own way, as a SCRAM verifier. Run once, as the server's superuser.
--
--   razao_dono      owns the database, migrates it, and is used for nothing else
--   razao_servico   the service: owns nothing
--   razao_chaves    issues keys for the HTTP API, in a person's hand
--   razao_copia     reads all, for backups
--   razao_replica   the replica's
\set ON_ERROR_STOP on
\getenv dono SENHA_DONO
\getenv servico SENHA_SERVICO
\getenv chaves SENHA_CHAVES
\getenv copia SENHA_COPIA
\getenv replica SENHA_REPLICA
SET log_statement = 'none';
SET password_encryption = 'scram-sha-256';

CREATE ROLE razao_dono LOGIN NOSUPERUSER CREATEROLE PASSWORD :'dono';
CREATE ROLE razao_servico LOGIN NOSUPERUSER NOINHERIT PASSWORD :'servico' CONNECTION LIMIT 60;
CREATE ROLE razao_chaves LOGIN NOSUPERUSER NOINHERIT PASSWORD :'chaves' CONNECTION LIMIT 20;
CREATE ROLE razao_copia LOGIN NOSUPERUSER PASSWORD :'copia' CONNECTION LIMIT 5;
CREATE ROLE razao_replica LOGIN NOSUPERUSER NOINHERIT REPLICATION PASSWORD :'replica' CONNECTION LIMIT 5;
GRANT pg_read_all_data TO razao_copia;

CREATE DATABASE razao OWNER razao_dono TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE razao FROM PUBLIC;
GRANT CONNECT ON DATABASE razao TO razao_servico, razao_chaves, razao_copia, razao_replica;
