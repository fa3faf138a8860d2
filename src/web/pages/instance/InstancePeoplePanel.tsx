import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Count } from '../../components/Count.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { INSTANCE_PEOPLE, INSTANCE_PERSON_LIST, KICK, WARN } from './documents.ts'

/** After whom a list goes on. */
export type PeopleCursor = { readonly occupantsAfter: string } | { readonly friendsAfter: string }

interface InstancePeoplePanelProps {
  readonly instance: FragmentType<typeof INSTANCE_PEOPLE>
  /** Reads the page after a cursor. */
  readonly onMore: (after: PeopleCursor) => Promise<void>
}

/** Who is in the instance, as far as the viewer may know: its creator sees everybody, others their friends. */
export function InstancePeoplePanel({ instance, onMore }: InstancePeoplePanelProps) {
  const { t } = useTranslation('instances')
  const { id, occupantCount, occupants, friends, viewerCanModerate } = getFragmentData(INSTANCE_PEOPLE, instance)
  const shown = getFragmentData(INSTANCE_PERSON_LIST, occupants ?? friends)
  const others = occupantCount - shown.totalCount
  return (
    <Panel
      title={t('people.title')}
      aside={<Count value={occupantCount} />}
      empty={occupantCount === 0 && t('people.empty')}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {shown.edges.map(({ node }) => (
          <li key={node.id}>
            <PersonChip person={node}>
              {viewerCanModerate && !node.isViewer && (
                <ModerationActs location={id} userId={node.id} name={node.displayName} />
              )}
            </PersonChip>
          </li>
        ))}
      </Stack>
      <LoadMore
        pageInfo={shown.pageInfo}
        onMore={(after) => onMore(occupants ? { occupantsAfter: after } : { friendsAfter: after })}
      />
      {others > 0 && (
        <Text size="sm" c="dimmed">
          {shown.totalCount > 0 ? t('people.others', { count: others }) : t('people.strangers', { count: others })}
        </Text>
      )}
    </Panel>
  )
}

interface ModerationActsProps {
  /** Id of the instance. */
  readonly location: string
  readonly userId: string
  readonly name: string
}

/** Warn somebody in an instance of a group, or remove them from it. */
function ModerationActs({ location, userId, name }: ModerationActsProps) {
  const { t } = useTranslation(['instances', 'common'])
  const [kick, warn] = [useAct(KICK), useAct(WARN)]
  const input = { location, userId }
  const sendWarning = async () => {
    if (await warn.act({ input })) notifications.show({ message: t('people.warned', { name }) })
  }
  const remove = async () => {
    const texts = { title: t('people.removeTitle', { name }), text: t('people.removeText') }
    if (!(await askFirst({ ...texts, confirm: t('people.remove'), cancel: t('common:cancel') }))) return
    if (await kick.act({ input })) notifications.show({ message: t('people.removed', { name }) })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={warn.isBusy}
        aria-label={t('people.warnName', { name })}
        onClick={() => void sendWarning()}
      >
        {t('people.warn')}
      </Button>
      <Button
        size="compact-sm"
        variant="light"
        color="red"
        loading={kick.isBusy}
        aria-label={t('people.removeName', { name })}
        onClick={() => void remove()}
      >
        {t('people.remove')}
      </Button>
    </Group>
  )
}
