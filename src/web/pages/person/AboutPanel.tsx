import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupChip } from '../../components/groups/GroupChip.tsx'
import { Panel } from '../../components/Panel.tsx'
import { BadgePicture } from '../../components/people/BadgePicture.tsx'
import { OutLink, WrittenText } from '../../components/WrittenText.tsx'
import { formatDate, formatLanguage } from '../../formats.ts'
import type { PersonAboutFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { PERSON_ABOUT } from './documents.ts'

interface AboutPanelProps {
  /** Undefined until it was read. */
  readonly person: FragmentType<typeof PERSON_ABOUT> | null | undefined
}

/** What a person tells of themselves. */
export function AboutPanel({ person }: AboutPanelProps) {
  const { t, i18n } = useTranslation('person')
  const data = getFragmentData(PERSON_ABOUT, person)
  return (
    <Panel title={t('about.title')} isLoading={!data} refusal={null} onRetry={() => {}} empty={null}>
      {data && (
        <Stack gap="md">
          {data.bio ? (
            <WrittenText text={data.bio} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('about.noBio')}
            </Text>
          )}
          <Links links={data.bioLinks} />
          {data.languages.length > 0 && (
            <Part title={t('about.languages')}>
              <Group gap={6}>
                {data.languages.map((code) => (
                  <Badge key={code} variant="default" tt="none" size="lg" fw={500}>
                    {formatLanguage(i18n.language, code)}
                  </Badge>
                ))}
              </Group>
            </Part>
          )}
          <Badges data={data} />
          {data.representedGroup && (
            <Part title={t('about.represents')}>
              <GroupChip group={data.representedGroup} />
            </Part>
          )}
          <Text size="xs" c="dimmed">
            {t('about.since', { date: formatDate(i18n.language, data.createdAt) })}
          </Text>
        </Stack>
      )}
    </Panel>
  )
}

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

function Part({ title, children }: PartProps) {
  const id = useId()
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text size="xs" fw={600} id={id}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function Links({ links }: { readonly links: readonly string[] }) {
  const { t } = useTranslation('person')
  if (links.length === 0) return null
  return (
    <Part title={t('about.links')}>
      <Stack component="ul" className="plainList" gap={4}>
        {links.map((link) => (
          <Text component="li" key={link} size="sm">
            <OutLink href={link} />
          </Text>
        ))}
      </Stack>
    </Part>
  )
}

function Badges({ data }: { readonly data: PersonAboutFragment }) {
  const { t } = useTranslation('person')
  const badges = data.badges.edges
    .toSorted(({ node: one }, { node: other }) => Number(other.isShowcased) - Number(one.isShowcased))
    .map(({ node }) => node.badge)
  if (badges.length === 0) return null
  return (
    <Part title={t('about.badges')}>
      <Group gap="xs" component="ul" className="plainList">
        {badges.map(({ id, name, description, imageUrl }) => (
          <Tooltip
            key={id}
            label={description}
            disabled={!description}
            multiline
            maw={260}
            events={{ hover: true, focus: true, touch: true }}
          >
            <Group component="li" gap={6} wrap="nowrap" tabIndex={description ? 0 : undefined}>
              <BadgePicture url={imageUrl ?? null} />
              <Text size="sm">{name}</Text>
            </Group>
          </Tooltip>
        ))}
      </Group>
    </Part>
  )
}
