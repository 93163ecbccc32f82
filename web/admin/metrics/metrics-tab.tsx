export function MetricsTab() {
  return <p>Detailed metrics coming soon</p>
}
