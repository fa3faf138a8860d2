import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { pageOf } from '../../../components/subjects.ts'
import type { ConsoleReportFragment, ConsoleSubjectFragment } from '../../../generated/graphql.ts'
import { SubjectActs } from './SubjectActs.tsx'
import { useClaim } from './useQueueActs.ts'

interface SubjectFactsProps {
  readonly contentId: string
  /** Undefined once no report is open. */
  readonly subject: ConsoleSubjectFragment | undefined
  readonly latest: ConsoleReportFragment
  readonly onChange: () => void
}

const PAGE_BY_PREFIX = { usr: 'User', wrld: 'World', avtr: 'Avatar', grp: 'Group', prop: 'Prop' } as const

/** Who has claimed the reports about something, whose it is, and what can be done about it. */
export function SubjectFacts({ contentId, subject, latest, onChange }: SubjectFactsProps) {
  const { t } = useTranslation('console')
  const claim = useClaim(onChange)
  const prefix = Object.entries(PAGE_BY_PREFIX).find(([one]) => contentId.startsWith(`${one}_`))
  const author = latest.moderation?.author
  return (
    <Stack gap="xs">
      <Group gap="md">
        {prefix && <RouteLink {...pageOf(prefix[1], contentId)}>{t('reports.show')}</RouteLink>}
        {author && (
          <RouteLink to="/people/$personId" params={{ personId: author.id }}>
            {t('reports.by', { name: author.displayName })}
          </RouteLink>
        )}
        <Text size="sm">
          {subject?.assignee ? t('reports.claimedBy', { name: subject.assignee.displayName }) : t('reports.unclaimed')}
        </Text>
        {subject && (
          <Text size="sm">{t('reports.counts', { count: subject.reportCount, people: subject.reporterCount })}</Text>
        )}
      </Group>
      <Group gap="xs">
        {subject && (
          <Button onClick={() => void claim({ contentId, assignee: subject.assignee })}>{t('reports.claim')}</Button>
        )}
        <SubjectActs contentId={contentId} latest={latest} isOpen={subject !== undefined} onChange={onChange} />
      </Group>
    </Stack>
  )
}
