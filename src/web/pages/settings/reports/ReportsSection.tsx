import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { feedPosition, useLive, usePanel } from '../../../graph/hooks.ts'
import { ReportRow } from './ReportRow.tsx'

const SETTINGS_REPORTS = graphql(`
  fragment SettingsReports on Viewer {
    id
    reports(first: 20, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...SettingsReport
        }
      }
    }
  }
`)

const REPORTS = graphql(`
  query SettingsReportList($after: String) {
    viewer {
      notificationFeedCursor
      notificationFeedSequence
      ...SettingsReports
    }
  }
`)

/** A report that is closed comes with its notification. */
const CHANGES = graphql(`
  subscription SettingsReportChanges($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      kind
      notification {
        id
        subject {
          ... on Report {
            id
            ...SettingsReport
          }
        }
      }
    }
  }
`)

/** What one has reported, and what came of it. */
export function ReportsSection() {
  const { t } = useTranslation('settings')
  const { data, refusal, reload, fetchMore } = usePanel(REPORTS, {})
  useLive(CHANGES, feedPosition(data?.viewer))
  const reports = getFragmentData(SETTINGS_REPORTS, data?.viewer)?.reports
  return (
    <ListPanel
      title={t('reports.title')}
      list={reports}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('reports.empty')}
    >
      <Text size="sm" c="dimmed">
        {t('reports.hint')}
      </Text>
      <Stack component="ul" gap="lg" className="plainList">
        {reports?.edges.map(({ node }) => (
          <li key={node.id}>
            <ReportRow report={node} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}
