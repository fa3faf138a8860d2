import { Button, Group, NativeSelect, Radio, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { useImageFile } from '../../components/uploads/useImageFile.ts'
import type { GroupJoinState, GroupPrivacy, GroupTemplate, NewGroupQuery } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { CREATE_GROUP } from './documents.ts'

const JOIN_STATES = ['OPEN', 'REQUEST', 'INVITE', 'CLOSED'] as const satisfies readonly GroupJoinState[]
const PRIVACIES = ['DEFAULT', 'PRIVATE'] as const satisfies readonly GroupPrivacy[]

interface Values extends Record<string, unknown> {
  readonly name: string
  readonly shortCode: string
  readonly description: string
  readonly roleTemplate: GroupTemplate
  readonly joinState: GroupJoinState
  readonly privacy: GroupPrivacy
  /** Ids of uploads; empty for none. */
  readonly iconId: string
  readonly bannerId: string
}

const START: Values = {
  ...{ name: '', shortCode: '', description: '', iconId: '', bannerId: '' },
  ...{ roleTemplate: 'DEFAULT', joinState: 'OPEN', privacy: 'DEFAULT' },
}

interface NewGroupFormProps {
  readonly templates: NewGroupQuery['groupRoleTemplates']
}

/** What a group begins with. Who can join follows the template until it is chosen. */
export function NewGroupForm({ templates }: NewGroupFormProps) {
  const { t } = useTranslation(['groups', 'common'])
  const { form, refusal, isBusy, onSubmit } = useNewGroup()
  const choose = (value: string) => {
    const chosen = templates.find(({ template }) => template === value)
    if (chosen) form.setValues({ roleTemplate: chosen.template, joinState: chosen.joinState })
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextFields form={form} />
        <Radio.Group label={t('new.roleTemplate')} {...form.getInputProps('roleTemplate')} onChange={choose}>
          <Templates templates={templates} />
        </Radio.Group>
        <AccessFields form={form} />
        <PictureFields form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t('new.submit')}
          </Button>
          <RouteButton to="/groups" variant="subtle" color="gray">
            {t('common:cancel')}
          </RouteButton>
        </Group>
      </Stack>
    </form>
  )
}

/** The form, which opens the new group. */
function useNewGroup() {
  const create = useAct(CREATE_GROUP)
  const navigate = useNavigate()
  const fileOf = useImageFile()
  const idOf = async (uploadId: string) => (uploadId === '' ? null : fileOf(uploadId))
  return useGraphForm<Values>({ mode: 'controlled', initialValues: START }, async ({ iconId, bannerId, ...texts }) => {
    const pictures = { iconId: await idOf(iconId), bannerId: await idOf(bannerId) }
    const { createGroup } = await create.attempt({ input: { ...texts, ...pictures } })
    await navigate({ to: '/groups/$groupId', params: { groupId: createGroup.group.id } })
  })
}

interface FieldsProps {
  readonly form: Pick<UseFormReturnType<Values>, 'getInputProps' | 'values'>
}

/** What the group is called and is about. */
function TextFields({ form }: FieldsProps) {
  const { t } = useTranslation('groups')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput required label={t('new.name')} description={t('new.nameHint')} {...form.getInputProps('name')} />
        <TextInput
          required
          label={t('new.shortCode')}
          description={t('new.shortCodeHint')}
          autoCapitalize="characters"
          {...form.getInputProps('shortCode')}
        />
      </SimpleGrid>
      <Textarea
        label={t('new.description')}
        description={t('new.descriptionHint')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('description')}
      />
    </>
  )
}

/** Who can join, and who sees the group. */
function AccessFields({ form }: FieldsProps) {
  const { t } = useTranslation('groups')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('new.joinState')}
        data={JOIN_STATES.map((value) => ({ value, label: t(`joinStates.${value}`) }))}
        {...form.getInputProps('joinState')}
      />
      <NativeSelect
        label={t('new.privacy')}
        description={t('new.privacyHint')}
        data={PRIVACIES.map((value) => ({ value, label: t(`privacies.${value}`) }))}
        {...form.getInputProps('privacy')}
      />
    </SimpleGrid>
  )
}

function PictureFields({ form }: FieldsProps) {
  const { t } = useTranslation('groups')
  return (
    <>
      <UploadInput purpose="ICON" label={t('new.icon')} {...form.getInputProps('iconId')} value={form.values.iconId} />
      <UploadInput
        purpose="GALLERY"
        label={t('new.banner')}
        {...form.getInputProps('bannerId')}
        value={form.values.bannerId}
      />
    </>
  )
}

function Templates({ templates }: NewGroupFormProps) {
  const { t, i18n } = useTranslation('groups')
  const list = new Intl.ListFormat(i18n.language)
  return (
    <Stack gap="xs" mt="xs">
      {templates.map(({ template, roles }) => (
        <Radio
          key={template}
          value={template}
          label={t(`templates.${template}.label`)}
          description={`${t(`templates.${template}.hint`)} ${t('new.roles', { roles: list.format(roles.map(({ name }) => name)) })}`}
        />
      ))}
    </Stack>
  )
}
