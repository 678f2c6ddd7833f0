-- Refresh tokens rotate (docs/adr/0021-refresh-token-rotation.md). The row stays one session; its tokens are numbered from 0.
-- token_sha256: digest of the first token. session_sha256: digest of the part that all tokens of the session have; null until the first
-- renewal of a session from before this version. generation: the number of the valid token.
-- confirmed_at: when a token that was issued with the valid one was first used; null until then, so a lost response can be requested again.
ALTER TABLE idn_refresh
  ADD COLUMN session_sha256 bytea CHECK (length(session_sha256) = 32),
  ADD COLUMN generation bigint NOT NULL DEFAULT 0 CHECK (generation >= 0),
  ADD COLUMN rotated_at timestamptz,
  ADD COLUMN confirmed_at timestamptz;
CREATE UNIQUE INDEX idn_refresh_session ON idn_refresh (session_sha256);
