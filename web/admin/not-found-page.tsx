import { Link } from 'react-router'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { AdminLayout } from './layout.tsx'

export function AdminNotFoundPage() {
  return (
    <AdminLayout title="404 Page Not Found">
      <EmptyState title="The admin area has no page at this address">
        <Link to="/admin/dashboard" className={buttonLook('primary')}>
          Dashboard
        </Link>
      </EmptyState>
    </AdminLayout>
  )
}
