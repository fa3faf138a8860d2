import { Badge, Group, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { JamState } from '../../components/jams/JamState.tsx'
import { NextPhase } from '../../components/jams/NextPhase.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { JamPageFragment } from '../../generated/graphql.ts'

/** Title, phase, and what the jam is about. */
export function JamHead({ jam }: { readonly jam: JamPageFragment }) {
  const { t } = useTranslation('jams')
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-label={t('about')}>
      <Group wrap="nowrap" align="start" gap="md">
        <ThemeIcon size={56} radius="lg" variant="light" visibleFrom="sm">
          <IconTrophy size={30} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Stack gap="xs" miw={0} flex={1}>
          <Group gap="xs">
            <Title order={1} size="h2">
              {jam.title}
            </Title>
            {!jam.isVisible && <Badge variant="default">{t('hidden')}</Badge>}
          </Group>
          <Group gap="sm" role="status">
            <JamState state={jam.state} />
            <Text size="sm">{t(`kinds.${jam.type}`)}</Text>
            <NextPhase jam={jam} />
          </Group>
          <WrittenText text={jam.description} size="md" />
          <WrittenText text={jam.moreInfo} />
        </Stack>
      </Group>
    </Paper>
  )
}

export const HeadSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    <Skeleton h={32} maw={280} />
    <Skeleton h={16} maw={180} />
    <Skeleton h={60} />
  </Stack>
)
