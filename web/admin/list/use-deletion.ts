import type { Permission } from '#domain/permissions.ts'
import { type AdminKey, useAdminMutation } from '#web/admin/client.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'
import type { Action } from './types.ts'

type Deletion<Row> = {
  /** Lower case: 'blog post', 'blog posts'. */
  nouns: [one: string, many: string]
  permission: Permission
  question: (rows: Row[]) => string
  subject?: (rows: Row[]) => string | null
  /** One row has a route of its own. */
  deleteOne: (row: Row) => Promise<unknown>
  deleteMany?: (rows: Row[]) => Promise<unknown>
  success?: (rows: Row[]) => ToastMessage
  failure: string
  refreshes: readonly AdminKey[]
  onDeleted?: (rows: Row[]) => void
}

/** Makes a list's 'Delete' action, which asks first, for one row or the selection. */
export function useDeletion<Row>({ nouns, permission, question, subject, ...deletion }: Deletion<Row>) {
  const confirm = useConfirm()
  const {
    deleteOne,
    deleteMany,
    success = (rows) => ({ title: `${countOf(rows, nouns)} deleted successfully` }),
  } = deletion
  const remove = useAdminMutation({
    run: async (rows: Row[]) => {
      const [only] = rows
      if (deleteMany && rows.length !== 1) await deleteMany(rows)
      else if (only !== undefined) await deleteOne(only)
      return rows
    },
    success,
    failure: deletion.failure,
    refreshes: deletion.refreshes,
    changesMany: deleteMany !== undefined,
    onSuccess: deletion.onDeleted,
  })
  const disabledReason = readDenialReason(permission)
  return (rows: Row[], onDone?: () => void): Action & { onSelect: () => void } => ({
    label: 'Delete',
    isDangerous: true,
    disabledReason,
    onSelect: () =>
      confirm({
        title: `Delete ${rows.length === 1 ? nouns[0] : nouns[1]}`,
        text: question(rows),
        subject: subject?.(rows),
        action: 'Delete',
        onConfirm: () => remove.mutate(rows, { onSuccess: onDone }),
      }),
  })
}

/** 'Blog post', or '3 blog posts'. */
export const countOf = ({ length }: unknown[], [one, many]: [string, string]): string =>
  length === 1 ? one.charAt(0).toUpperCase() + one.slice(1) : `${length} ${many}`

export const askToDelete = (what: string): string =>
  `Are you sure you want to delete ${what}? This action cannot be undone.`
