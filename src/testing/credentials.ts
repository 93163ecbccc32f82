const common = { id: 'AA', rawId: 'AA', type: 'public-key' }

export const NEW_CREDENTIAL = { ...common, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }
export const ASSERTION = {
  ...common,
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
