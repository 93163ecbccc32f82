import {
  Archive,
  ChartLine,
  FileText,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  Split,
  Users,
} from 'lucide-react'
import type { Permission } from '#domain/permissions.ts'

export type NavigationItem = {
  to: string
  label: string
  Icon: LucideIcon
  /** Required to read the page. */
  permission?: Permission
  hasBadge?: boolean
  /** Linkable sections by heading id. */
  sections?: { id: string; label: string }[]
}

export type NavigationGroup = { label: string | null; items: NavigationItem[] }

/** In the order of the page. */
export const SETTINGS_SECTIONS = [
  { id: 'keywords-title', label: 'Competitor Keywords Uploader' },
  { id: 'prompts-title', label: 'AI Prompt Templates' },
  { id: 'provider-title', label: 'AI Provider' },
  { id: 'notices-title', label: 'Notices' },
  { id: 'second-step-title', label: 'Second Step' },
  { id: 'configuration-title', label: 'Configuration' },
]

/** All pages, grouped as in the sidebar. */
export const NAVIGATION: NavigationGroup[] = [
  {
    label: null,
    items: [
      { to: '/admin/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
      { to: '/admin/dashboard?tab=contacts', label: 'Contact Forms', Icon: Mail, hasBadge: true },
      { to: '/admin/dashboard?tab=metrics', label: 'Site Metrics', Icon: ChartLine },
    ],
  },
  {
    label: 'Content',
    items: [
      { to: '/admin/blog', label: 'Blog Management', Icon: FileText },
      { to: '/admin/redirects', label: 'Redirects', Icon: Split },
      { to: '/admin/website-analyzer', label: 'Website Analyzer', Icon: Globe },
    ],
  },
  {
    label: 'System',
    items: [
      { to: '/admin/dashboard?tab=users', label: 'Admin Users', Icon: Users },
      {
        to: '/admin/settings',
        label: 'Settings',
        Icon: Settings,
        sections: SETTINGS_SECTIONS,
      },
      { to: '/admin/dashboard?tab=audit', label: 'Audit Log', Icon: ScrollText, permission: 'audit.read' },
      { to: '/admin/dashboard?tab=backups', label: 'Backups', Icon: Archive, permission: 'backups.manage' },
    ],
  },
]
