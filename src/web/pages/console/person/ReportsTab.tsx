import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { ActsPanel } from '../audit/ActsPanel.tsx'
import { useStaff } from '../useStaff.ts'
import { CONSOLE_REPORTS_OF } from './documents.ts'

/** Reports about and by a person, for staff that reads reports, and what the staff did about them. */
export function ReportsTab({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('staffPeople')
  const canReadReports = useStaff()?.includes('REPORTS') === true
  return (
    <>
      {canReadReports && <ReportsPanel title={t('reports.about')} filter={{ authorId: userId }} />}
      {canReadReports && <ReportsPanel title={t('reports.by')} filter={{ reporterId: userId }} />}
      <ActsPanel subjectId={userId} />
    </>
  )
}

interface ReportsPanelProps {
  readonly title: string
  readonly filter: { readonly authorId: string } | { readonly contentId: string } | { readonly reporterId: string }
}

/** The latest reports that a filter finds. */
export function ReportsPanel({ title, filter }: ReportsPanelProps) {
  const { t } = useTranslation('staffPeople')
  const { data, refusal, reload } = usePanel(CONSOLE_REPORTS_OF, { filter })
  const reports = data?.reports.edges.map(({ node }) => node) ?? []
  return (
    <Panel
      title={title}
      isLoading={!data && !refusal}
      refusal={data ? null : refusal}
      onRetry={reload}
      empty={reports.length === 0 ? t('reports.none') : null}
    >
      <Stack component="ul" className="plainList" gap="xs">
        {reports.map(({ id, createdAt, status, category, reason, contentName }) => (
          <Group component="li" key={id} gap="xs">
            <Badge variant="light" color={status === 'OPEN' ? 'red' : 'gray'}>
              {t(`reports.statuses.${status}`)}
            </Badge>
            <Text size="sm">{contentName}</Text>
            <Code>
              {category} · {reason}
            </Code>
            <Ago time={createdAt} />
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
