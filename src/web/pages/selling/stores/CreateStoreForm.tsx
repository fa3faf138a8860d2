import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { ItemFrame } from '../ItemFrame.tsx'
import { useOwnGroups } from '../useOwnGroups.ts'
import { CREATE_STORE, OWN_WORLDS } from './documents.ts'
import { NO_STORE, StoreFields } from './StoreFields.tsx'

/** Tells ids of groups from those of worlds. */
const GROUP_PREFIX = 'grp_'

/** The form for the store of a group or world. */
export function CreateStoreForm() {
  const { t } = useTranslation(['selling', 'common', 'refusals'])
  const navigate = useNavigate()
  const create = useAct(CREATE_STORE)
  const validate = { groupId: (id: string) => (id === '' ? t('refusals:reasons.REQUIRED') : null) }
  const initialValues = { ...NO_STORE, groupId: '' }
  const options = { name: 'store', mode: 'controlled' as const, initialValues, validate }
  const { form, refusal, isBusy, onSubmit } = useGraphForm(options, async ({ groupId, ...values }) => {
    const owner = groupId.startsWith(GROUP_PREFIX) ? { groupId } : { worldId: groupId }
    await create.attempt({ input: { ...values, ...owner } })
    notifications.show({ message: t('selling:stores.created', { name: values.displayName }) })
    await navigate({ to: '/selling/$section', params: { section: 'stores' } })
  })
  const places = usePlaces()
  return (
    <ItemFrame section="stores" title={t('selling:create.stores')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <NativeSelect
            label={t('selling:fields.place')}
            description={t('selling:stores.placeHint')}
            required
            data={[{ value: '', label: t('selling:fields.choose') }, ...places]}
            {...form.getInputProps('groupId')}
          />
          {places.length === 0 && <Text size="sm">{t('selling:stores.noPlace')}</Text>}
          <StoreFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t('selling:create.submit')}
            </Button>
            <RouteButton to="/selling/$section" params={{ section: 'stores' }} variant="subtle" color="gray">
              {t('common:cancel')}
            </RouteButton>
          </Group>
        </Stack>
      </form>
    </ItemFrame>
  )
}

/** Groups and worlds of the person that have no store yet. */
function usePlaces() {
  const groups = useOwnGroups()
  const { data } = usePanel(OWN_WORLDS, {})
  const worlds = data?.viewer?.worlds.edges.map(({ node }) => node) ?? []
  const free = [...groups.filter(({ storeId }) => !storeId), ...worlds.filter(({ store }) => !store)]
  return free.map(({ id, name }) => ({ value: id, label: name }))
}
