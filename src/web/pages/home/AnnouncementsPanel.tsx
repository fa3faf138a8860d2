import { Alert, Image, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
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
        <Alert key={id} icon={<IconSpeakerphone aria-hidden />} title={push.name} variant="light" radius="lg">
          <Text size="sm">{push.description}</Text>
          {push.imageUrl && <Image src={ownUrl(push.imageUrl)} alt="" radius="md" mt="xs" mah={220} />}
        </Alert>
      ))}
    </Stack>
  )
}
