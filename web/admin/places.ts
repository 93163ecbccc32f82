import {
  Archive,
  Braces,
  ChartLine,
  FileText,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  Users,
} from 'lucide-react'
import type { Permission } from '#domain/permissions.ts'

export type Place = {
  to: string
  label: string
  Icon: LucideIcon
  /** Without it nothing there can be read. */
  permission?: Permission
  hasBadge?: boolean
  /** Parts of the page, by the ids of their headings. */
  sections?: { id: string; label: string }[]
}

export type PlaceGroup = { label: string | null; places: Place[] }

/** Everywhere one can go in the admin, as the sidebar groups it. */
export const PLACE_GROUPS: PlaceGroup[] = [
  {
    label: null,
    places: [
      { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
      { to: '/admin/dashboard?tab=contacts', label: 'Contact Forms', Icon: Mail, hasBadge: true },
      { to: '/admin/dashboard?tab=metrics', label: 'Site Metrics', Icon: ChartLine },
    ],
  },
  {
    label: 'Content',
    places: [
      { to: '/admin/blog', label: 'Blog Management', Icon: FileText },
      { to: '/admin/website-analyzer', label: 'Website Analyzer', Icon: Globe },
    ],
  },
  {
    label: 'System',
    places: [
      { to: '/admin/dashboard?tab=users', label: 'Admin Users', Icon: Users },
      {
        to: '/admin/settings',
        label: 'Settings',
        Icon: Settings,
        sections: [
          { id: 'keywords-title', label: 'Competitor Keywords Uploader' },
          { id: 'prompts-title', label: 'AI Prompt Templates' },
          { id: 'provider-title', label: 'AI provider' },
          { id: 'notices-title', label: 'Notices' },
        ],
      },
      { to: '/admin/dashboard?tab=audit', label: 'Audit log', Icon: ScrollText, permission: 'audit.read' },
      { to: '/admin/dashboard?tab=backups', label: 'Backups', Icon: Archive, permission: 'backups.manage' },
      { to: '/api/docs', label: 'API docs', Icon: Braces },
    ],
  },
]
