import { at, type PageState } from '../pageState.ts'

export const consoleStates: readonly PageState[] = [
  at('admin', 'console-audit', '/console/audit'),
  at('admin', 'console-audit-nothing', '/console/audit?q=about%3Anobody'),
  at('admin', 'console-audit-refused', '/console/audit?q=after%3Ayesterday'),
  at('admin', 'console-staff', '/console/staff'),
  at('admin', 'console-overview', '/console/overview'),
  at('admin', 'console-overview-quarter', '/console/overview?range=quarter'),
  at('admin', 'console-jobs', '/console/jobs'),
  at('admin', 'console-mails', '/console/mails'),
  at('admin', 'console-nodes', '/console/nodes'),
  at('admin', 'console-settings', '/console/settings'),
  at('ada', 'console-not-for-me', '/console'),
]
