import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, sendAdmin } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { SearchBox } from '#web/admin/list/search-box.tsx'
import { urlOf } from '#web/lib/api.ts'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { type ApiDescription, groupOperations } from './description.ts'
import { OperationRow } from './operation-row.tsx'
import { SaveDescription } from './save-description.tsx'

export function ApiDocsPage() {
  const { data, error, isPending, isError, refetch } = useQuery({
    queryKey: ['/api/openapi.json'],
    queryFn: async ({ signal }): Promise<ApiDescription> =>
      (await sendAdmin('GET', urlOf('/api/openapi.json'), undefined, signal)).json(),
  })
  return (
    <AdminLayout title="API docs" actions={data && <SaveDescription description={data} />}>
      {isPending && <LoadingRows count={8} height="h-11" />}
      {isError && (
        <FailedState
          message={messageOf(error, 'The API description could not be loaded')}
          onRetry={refetch}
        />
      )}
      {data && <Operations description={data} />}
    </AdminLayout>
  )
}

function Operations({ description }: { description: ApiDescription }) {
  const [search, setSearch] = useState('')
  const groups = groupOperations(description, search)
  const origin = description.servers[0]?.url ?? location.origin
  return (
    <>
      <p className="max-w-[68ch]">
        Sign in at <code>POST /api/admin/login</code> and send the token with each admin call:{' '}
        <code className="wrap-anywhere">Authorization: Bearer TOKEN</code>. All responses are JSON unless
        noted; errors carry <code>message</code>, <code>code</code> and, for invalid input,{' '}
        <code>fields</code>.
      </p>
      <div className="my-6 flex">
        <SearchBox label="Search operations" value={search} onSearch={setSearch} hasShortcut />
      </div>
      {groups.length === 0 && <EmptyState title="No operation matches" />}
      {groups.map(({ name, operations }) => (
        <section key={name} aria-label={name} className="mb-8">
          <h2 className="mb-2 text-lg">{name}</h2>
          <div className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
            {operations.map((operation) => (
              <OperationRow key={operation.operationId} operation={operation} origin={origin} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
