import { Card, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { JamState } from '../../components/jams/JamState.tsx'
import { NextPhase } from '../../components/jams/NextPhase.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
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
    submissions(first: 1) {
      totalCount
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
