/** Notifies every server of an installation when allowed origins change. */
export default `
CREATE FUNCTION tell_origins() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_notify('verva_origins', ''); RETURN NULL; END $$;
CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON embed_origin FOR EACH STATEMENT EXECUTE FUNCTION tell_origins();
`;
