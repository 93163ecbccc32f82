const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  const figure = (bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)
  return `${figure.replace(/\.0$/, '')} ${UNITS[step]}`
}
