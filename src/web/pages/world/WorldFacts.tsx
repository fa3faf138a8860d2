import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WrittenText } from '../../components/WrittenText.tsx'
import { PLATFORMS } from '../../components/worlds/platforms.ts'
import { ownWords } from '../../components/worlds/tags.ts'
import { formatDate, formatNumber } from '../../formats.ts'
import type { WorldPageFragment } from '../../generated/graphql.ts'

/** What its author says of a world, and its numbers. */
export function WorldFacts({ world }: { readonly world: WorldPageFragment }) {
  const { t, i18n } = useTranslation('worlds')
  const number = (value: number) => formatNumber(i18n.language, value)
  const tags = ownWords(world.tags)
  const platforms = PLATFORMS.filter((one) => world.packages.some(({ platform }) => platform === one))
  const facts = [
    [t('facts.capacity'), number(world.capacity)],
    [t('facts.visits'), number(world.visitCount)],
    [t('facts.favorites'), number(world.favoriteCount)],
    [t('facts.platforms'), platforms.map((platform) => t(`platforms.${platform}`)).join(', ')],
    [t('facts.published'), world.publishedAt ? formatDate(i18n.language, world.publishedAt) : t('facts.never')],
    [t('facts.updated'), formatDate(i18n.language, world.updatedAt)],
  ] as const
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={t('facts.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('facts.title')}
        </Title>
        {world.description && <WrittenText text={world.description} />}
        <dl className="facts">
          {facts.map(([name, value]) => (
            <Group key={name} justify="space-between" wrap="nowrap">
              <Text component="dt" size="sm">
                {name}
              </Text>
              <Text component="dd" size="sm" fw={600} ta="end">
                {value}
              </Text>
            </Group>
          ))}
        </dl>
        <Group gap={6}>
          {tags.map((tag) => (
            <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      </Stack>
    </Paper>
  )
}
