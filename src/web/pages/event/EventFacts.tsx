import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatLanguage } from '../../formats.ts'
import type { EventPageFragment } from '../../generated/graphql.ts'

/** What an event is about, whose it is, and for whom. */
export function EventFacts({ event }: { readonly event: EventPageFragment }) {
  const { t, i18n } = useTranslation('calendar')
  const { description, group, author, tags, roles } = event
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.language).format(names)
  const languages = event.languages.map((code) => formatLanguage(i18n.language, code))
  const platforms = event.platforms.map((platform) => t(`platforms.${platform}`))
  const facts = [
    [t('facts.category'), t(`categories.${event.category}`)],
    [t('facts.access'), roles.length > 0 ? list(roles.map(({ name }) => name)) : t(`access.${event.access}`)],
    ...(languages.length > 0 ? [[t('facts.languages'), list(languages)] as const] : []),
    [t('facts.platforms'), platforms.length > 0 ? list(platforms) : t('platforms.all')],
    [t('facts.entry'), t('facts.minutesBefore', { count: event.guestEarlyJoinMinutes })],
  ] as const
  return (
    <Paper component="section" withBorder p="md" radius="lg" aria-label={t('facts.title')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('facts.title')}
        </Title>
        <WrittenText text={description} />
        <GroupChip group={group} />
        {author && <PersonChip person={author} below={t('facts.host')} />}
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
