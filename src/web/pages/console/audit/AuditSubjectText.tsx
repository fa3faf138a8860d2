import { Code } from '@mantine/core'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { pageOf } from '../../../components/subjects.ts'
import type { ConsoleAuditEntryFragment } from '../../../generated/graphql.ts'

type Subject = NonNullable<ConsoleAuditEntryFragment['subject']>

/** What has a name and a page of its own. */
function named(subject: Subject | null | undefined) {
  if (subject?.__typename === 'User') return { type: subject.__typename, id: subject.id, name: subject.displayName }
  if (subject && 'name' in subject) return { type: subject.__typename, id: subject.id, name: subject.name }
  return null
}

/** What an entry of the audit log is about: its name and page where it has them, otherwise its id. */
export function AuditSubjectText({ entry: { subject, subjectId } }: { readonly entry: ConsoleAuditEntryFragment }) {
  const found = named(subject)
  if (!found) return <Code style={{ overflowWrap: 'anywhere' }}>{subjectId}</Code>
  return (
    <RouteLink {...pageOf(found.type, found.id)} size="sm">
      {found.name}
    </RouteLink>
  )
}
