/**
 * Omitted from backups and copies: visitor hashes and their salt, which must not outlive midnight; sessions and the
 * signing key, which would let anyone who finds a backup sign in; hashes under omitted keys; tokens and links,
 * because expired or revoked ones must not become valid again; heartbeats, which identify replicas.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  'visitors',
  'visitor_totals',
  'visitor_salts',
  'sessions',
  'secrets',
  'known_clients',
  'new_browsers',
  'personal_tokens',
  'password_links',
  'used_challenges',
  'rate_limits',
  'copies',
  'heartbeats',
]
