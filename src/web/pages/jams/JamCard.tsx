import { Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { JamState } from '../../components/jams/JamState.tsx'
import { NextPhase } from '../../components/jams/NextPhase.tsx'
import { Picture } from '../../components/Picture.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { JamCardFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

export const JAM_CARD = graphql(`
  fragment JamCard on Jam {
    id
    title
    type
    description
    state
    submissionsOpenedAt
    submissionsClosedAt
    winnersSelectedAt
    closedAt
    submissions(first: 3) {
      totalCount
      edges {
        cursor
        node {
          id
          content {
            ... on World {
              id
              thumbnailUrl
            }
            ... on Avatar {
              id
              thumbnailUrl
            }
          }
        }
      }
    }
  }
`)

/** A jam in a list: what it is about, its phase, and what comes next. */
export function JamCard({ jam }: { readonly jam: FragmentType<typeof JAM_CARD> }) {
  const { t } = useTranslation('jams')
  const data = getFragmentData(JAM_CARD, jam)
  const { id, title, type, description, state, submissions } = data
  return (
    <Card component="article" withBorder radius="lg" padding="md" pos="relative">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Title order={2} size="h4" lineClamp={2}>
          <RouteLink
            to="/jams/$jamId"
            params={{ jamId: id }}
            className="cardLink"
            underline="never"
            c="inherit"
            inherit
          >
            {title}
          </RouteLink>
        </Title>
        <JamState state={state} />
      </Group>
      <Text size="sm" mt="xs" lineClamp={3}>
        {description}
      </Text>
      <EntryPictures submissions={submissions} />
      <Group gap="xs" mt="auto" pt="sm" justify="space-between">
        <Text size="xs" c="dimmed">
          {t(`types.${type}`)}
          {state !== 'UPCOMING' && ` · ${t('entryCount', { count: submissions.totalCount })}`}
        </Text>
        <NextPhase jam={data} />
      </Group>
    </Card>
  )
}

/** The newest entries by their pictures, for a first look. */
function EntryPictures({ submissions }: Pick<JamCardFragment, 'submissions'>) {
  const pictures = submissions.edges.flatMap(({ node: { content } }) => content ?? [])
  if (pictures.length === 0) return null
  return (
    <SimpleGrid cols={3} spacing={6} mt="sm">
      {pictures.map(({ id, thumbnailUrl }) => (
        <Picture key={id} url={thumbnailUrl} ratio={16 / 10} radius="sm" />
      ))}
    </SimpleGrid>
  )
}
