import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { BadgeRow } from './BadgeRow.tsx'

const SETTINGS_BADGES = graphql(`
  fragment SettingsBadges on Viewer {
    id
    badges(first: 50, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...SettingsBadge
        }
      }
    }
  }
`)

const BADGES = graphql(`
  query SettingsBadgeList($after: String) {
    viewer {
      ...SettingsBadges
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsBadgeChanges($after: String, $initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsBadges
    }
  }
`)

/** The badges that one has: which of them others see, and which first. */
export function BadgesSection() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(BADGES, {})
  const badges = getFragmentData(SETTINGS_BADGES, data?.viewer)?.badges
  return (
    <ListPanel
      title={t('badges.title')}
      list={badges}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('badges.empty')}
    >
      <Text size="sm" c="dimmed">
        {t('badges.hint')}
      </Text>
      <Stack component="ul" gap="lg" className="plainList">
        {badges?.edges.map(({ node }) => (
          <li key={node.id}>
            <BadgeRow badge={node} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}
