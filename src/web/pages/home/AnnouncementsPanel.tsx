import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Announcement } from '../../components/Announcement.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const ANNOUNCEMENTS = graphql(`
  query HomeAnnouncements {
    infoPushes(first: 3) {
      edges {
        cursor
        node {
          id
          data {
            name
            description
            imageUrl
          }
        }
      }
    }
  }
`)

/** What the people who run the server announce with the tags `web` or `user-all`. Takes no room where there is nothing. */
export function AnnouncementsPanel() {
  const { t } = useTranslation('home')
  const { data, refusal, reload } = usePanel(ANNOUNCEMENTS, {})
  const shown = data?.infoPushes.edges.filter(({ node }) => node.data.name || node.data.description) ?? []
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (shown.length === 0) return null
  return (
    <Stack component="section" aria-label={t('announcements.title')} gap="xs">
      {shown.map(({ node: { id, data: push } }) => (
        <Announcement key={id} name={push.name} description={push.description} imageUrl={push.imageUrl} />
      ))}
    </Stack>
  )
}
