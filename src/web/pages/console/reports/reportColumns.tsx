import { Badge, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleReportFragment } from '../../../generated/graphql.ts'
import type { Column } from '../kit/ConsoleTable.tsx'

type ReportColumn = 'about' | 'report' | 'reporter' | 'claimed' | 'weight' | 'at' | 'status'

interface CellProps {
  readonly report: ConsoleReportFragment
}

/** Columns of tables of reports, by their names. */
export function useReportColumns(names: readonly ReportColumn[]): readonly Column<ConsoleReportFragment>[] {
  const { t } = useTranslation('console')
  const columns: Readonly<Record<ReportColumn, Omit<Column<ConsoleReportFragment>, 'name'>>> = {
    about: { header: t('reports.about'), cell: (report) => <AboutCell report={report} />, width: '9rem' },
    report: { header: t('reports.report'), cell: (report) => <ReportCell report={report} />, width: '12rem' },
    reporter: { header: t('reports.reporter'), cell: (report) => <ReporterCell report={report} /> },
    claimed: {
      header: t('reports.claimed'),
      cell: ({ moderation }) => moderation?.assignee?.displayName ?? t('reports.free'),
    },
    weight: { header: t('reports.weight'), cell: ({ moderation }) => moderation?.weight },
    at: { header: t('audit.at'), cell: ({ createdAt }) => <Ago time={createdAt} />, width: '8rem' },
    status: { header: t('reports.status'), cell: (report) => <StatusCell report={report} /> },
  }
  return names.map((name) => ({ name, ...columns[name] }))
}

function AboutCell({ report: { contentId, contentName } }: CellProps) {
  const { t } = useTranslation('console')
  return (
    <RouteLink to="/console/reports/$contentId" params={{ contentId }} size="sm">
      {contentName ?? t('reports.unnamed')}
    </RouteLink>
  )
}

function ReportCell({ report: { category, reason, description, moderation } }: CellProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {category} · {reason}
      </Text>
      {description && <WrittenText text={description} lineClamp={4} />}
      {moderation?.notes.edges.map(({ node: { id, text, author } }) => (
        <Text key={id} size="xs" c="dimmed">
          {author?.displayName}: {text}
        </Text>
      ))}
    </Stack>
  )
}

function ReporterCell({ report: { moderation } }: CellProps) {
  const { t } = useTranslation('console')
  return moderation?.reporter?.displayName ?? t('audit.erased')
}

function StatusCell({ report: { status, closeReason, moderation } }: CellProps) {
  const { t } = useTranslation('console')
  return (
    <Stack gap={4}>
      <Badge variant="light" size="sm" tt="none">
        {moderation?.outcome ? t(`reports.outcomes.${moderation.outcome}`) : t(`reports.statuses.${status}`)}
      </Badge>
      {closeReason && <WrittenText text={closeReason} lineClamp={2} />}
    </Stack>
  )
}
