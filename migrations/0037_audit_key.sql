-- The sealed key of the hash chain, and its MAC of this row. Entries up to plain_up_to were hashed before there was a key,
-- those up to lost_up_to with a key that was lost.
ALTER TABLE audit_anchor ADD COLUMN sealed_key TEXT;
ALTER TABLE audit_anchor ADD COLUMN plain_up_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit_anchor ADD COLUMN lost_up_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE audit_anchor ADD COLUMN mac TEXT;
