import { Button, NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { Dialog } from '../../Dialog.tsx'
import { RefusalAlert } from '../../RefusalAlert.tsx'
import { KINDS } from '../kinds.ts'
import { CREATE_INSTANCE } from './documents.ts'
import { GroupFields } from './GroupFields.tsx'
import { inputOf, NEW_INSTANCE, type NewInstanceValues, REGIONS } from './values.ts'

interface NewInstanceDialogProps {
  readonly worldId: string
  readonly worldName: string
  readonly onClose: () => void
}

/** Makes an instance of a world, of any kind, and leads to its page. */
export function NewInstanceDialog({ worldId, worldName, onClose }: NewInstanceDialogProps) {
  const { t } = useTranslation('instances')
  const create = useAct(CREATE_INSTANCE)
  const navigate = useNavigate()
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    {
      mode: 'controlled',
      initialValues: NEW_INSTANCE,
      validate: {
        ownerId: (ownerId, { kind }) => (kind === 'GROUP' && ownerId === '' ? t('create.chooseGroup') : null),
        roleIds: (roleIds, { kind, groupAccess }) =>
          kind === 'GROUP' && groupAccess === 'ROLES' && roleIds.length === 0 ? t('create.chooseRoles') : null,
      },
    },
    async (values) => {
      const { createInstance } = await create.attempt({ input: inputOf(worldId, values) })
      onClose()
      await navigate({ to: '/instances/$instanceId', params: { instanceId: createInstance.instance.id } })
    },
  )
  return (
    <Dialog title={t('create.title', { world: worldName })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <KindField form={form} />
          {form.values.kind === 'GROUP' && <GroupFields form={form} />}
          <OptionFields form={form} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Button type="submit" loading={isBusy}>
            {t('create.submit')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly form: UseFormReturnType<NewInstanceValues>
}

function KindField({ form }: FieldsProps) {
  const { t } = useTranslation('instances')
  return (
    <Radio.Group label={t('create.kind')} {...form.getInputProps('kind')}>
      <Stack gap={10} mt={6}>
        {KINDS.map((kind) => (
          <Radio key={kind} value={kind} label={t(`kinds.${kind}`)} description={t(`kindTexts.${kind}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function OptionFields({ form }: FieldsProps) {
  const { t } = useTranslation('instances')
  return (
    <>
      <TextInput
        label={t('create.displayName')}
        description={t('create.displayNameHint')}
        {...form.getInputProps('displayName')}
      />
      <NativeSelect
        label={t('create.region')}
        data={REGIONS.map((value) => ({ value, label: t(`regions.${value}`) }))}
        {...form.getInputProps('region')}
      />
      <Switch
        label={t('create.queueEnabled')}
        description={t('create.queueHint')}
        {...form.getInputProps('queueEnabled', { type: 'checkbox' })}
      />
      <Switch
        label={t('create.ageGate')}
        description={t('create.ageGateHint')}
        {...form.getInputProps('ageGate', { type: 'checkbox' })}
      />
    </>
  )
}
