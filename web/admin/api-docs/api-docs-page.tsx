import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { sendAdmin } from '#web/admin/client.ts'
import { saveFile } from '#web/admin/download.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { SearchBox } from '#web/admin/list/search-box.tsx'
import { Loaded } from '#web/admin/loaded.tsx'
import { urlOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { type ApiDescription, groupOperations } from './description.ts'
import { OperationRow } from './operation-row.tsx'

export function ApiDocsPage() {
  const description = useQuery({
    queryKey: ['/api/openapi.json'],
    queryFn: async ({ signal }): Promise<ApiDescription> =>
      (await sendAdmin('GET', urlOf('/api/openapi.json'), undefined, signal)).json(),
  })
  const save = () => saveFile(new Blob([JSON.stringify(description.data, null, 2)]), 'openapi.json')
  const button = (
    <Button onClick={save}>
      <Download aria-hidden size={18} />
      openapi.json
    </Button>
  )
  return (
    <AdminLayout title="API Docs" actions={description.data && button}>
      <Loaded query={description} failure="The API description could not be loaded" rows={8} height="h-11">
        {(description) => <Operations description={description} />}
      </Loaded>
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
