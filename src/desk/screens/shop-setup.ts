/** The guided setup: an overview, a screen for each step, and what is left of the sample. */
import { explainReadOnly } from '../../content/edit/write-files.ts'
import { maxPhotoBytes } from '../../content/photo-files.ts'
import { loadSteps, recordSetupStep, type StepState } from '../../domain/editor/setup-steps.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { hiddenInput, postButton, problemNotice, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { draftBar } from '../editor/draft-bar.ts'
import { draftVersion, type Editor } from '../editor/editor.ts'
import { errorsByField, rejectedNotice, userErrorNotice } from '../editor/messages.ts'
import { onlinePath, samplesUrl, setupPath, setupStepUrl, shopPath } from '../editor/paths.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { leftoverSection, removeLeftover } from '../setup/leftover-section.ts'
import { saveValues } from '../setup/save-values.ts'
import { businessFile, openSetup, type SetupState } from '../setup/state.ts'
import type { Answer, SetupStep, Shown } from '../setup/step.ts'
import { listSteps } from '../setup/steps.ts'

const removePath = `${setupPath}-remove`

/** Two photos and the other fields. */
const maxBodyBytes = 2 * maxPhotoBytes + 64 * 1024

export function shopSetupScreens(context: DeskContext, editor: Editor): Screen[] {
  const steps = listSteps(editor, context.photoDesk !== undefined)
  const open = ({ member, locale }: ScreenRequest) =>
    openSetup(context, editor, { memberId: member.id, locale })
  const find = ({ pathParams }: ScreenRequest) => steps.find(({ id }) => id === pathParams.step)
  return [
    {
      path: setupPath,
      isOwnerOnly: true,
      show: async (request) =>
        renderOverview(await open(request), steps, { isListOpen: request.query.has('samples') }),
    },
    {
      path: `${setupPath}/{step}`,
      isOwnerOnly: true,
      maxBodyBytes,
      async show(request) {
        const step = find(request)
        if (!step) return { seeOther: setupPath }
        return renderStep(await open(request), steps, step, { errors: new Map() })
      },
      async submit(request) {
        const step = find(request)
        return step
          ? submitStep(await open(request), steps, step, request)
          : { seeOther: setupPath }
      },
    },
    {
      path: removePath,
      isOwnerOnly: true,
      show: async () => ({ seeOther: setupPath }),
      async submit(request) {
        const state = await open(request)
        const notice = await removeLeftover(state, request.form.get('id') ?? '')
        if (!notice) return { seeOther: samplesUrl }
        const shown = { isListOpen: true, notice }
        return { ...(await renderOverview(state, steps, shown)), status: 422 }
      },
    },
  ]
}

async function submitStep(
  state: SetupState,
  steps: readonly SetupStep[],
  step: SetupStep,
  request: ScreenRequest,
): Promise<ScreenResult> {
  const { context, locale } = state
  const { form, member } = request
  const finish = async (stepState: StepState, isShownAgain = false) => {
    await recordSetupStep(context.store, member, { step: step.id, state: stepState }, context.now())
    return { seeOther: isShownAgain ? setupStepUrl(step.id) : nextUrl(steps, step) }
  }
  const again = async (status: number, notice: Notice, errors: Shown['errors'] = new Map()) => ({
    ...(await renderStep(state, steps, step, { form, errors }, notice)),
    status,
  })
  if (form.get('skip') === 'yes') return finish('skipped')
  if (request.request.isBodyTooLarge) return again(413, problemNotice(words.tooLarge[locale]))
  try {
    const answer = await step.read(state, request)
    if (!isAnswer(answer)) return again(422, problemNotice(answer[locale]))
    const issues = await saveValues(state, answer.values, answer.texts)
    if (issues.length === 0) return finish('answered', answer.isShownAgain)
    const { errors, others } = errorsByField(issues, businessFile, [], locale)
    return again(422, rejectedNotice(others, locale), errors)
  } catch (error) {
    return again(409, userErrorNotice(error, locale))
  }
}

function isAnswer(answer: Answer | LocalizedText): answer is Answer {
  return 'values' in answer
}

/** The overview after the last step. */
function nextUrl(steps: readonly SetupStep[], step: SetupStep): string {
  const next = steps[steps.indexOf(step) + 1]
  return next ? setupStepUrl(next.id) : setupPath
}

async function renderStep(
  state: SetupState,
  steps: readonly SetupStep[],
  step: SetupStep,
  shown: Shown,
  notice?: Notice,
): Promise<ScreenPage> {
  const { locale, editor, memberId } = state
  const index = steps.indexOf(step)
  const title = step.title[locale]
  const explanation = await step.explain?.(state)
  const url = setupStepUrl(step.id)
  const hasAnswer = step.summary(state) !== undefined
  const body = explanation
    ? html`<p><b>${step.summary(state)}</b></p><p>${explanation[locale]}</p>
<p><a class="button main" href="${nextUrl(steps, step)}">${words.next[locale]}</a></p>`
    : html`<form method="post" action="${url}"${step.hasUploads && html` enctype="multipart/form-data"`}
  class="edit-form">
${hiddenInput('was', await draftVersion(editor, memberId))}
${await step.fields(state, shown)}
${submitButton(words.save[locale], 'main')}
</form>
${
  hasAnswer
    ? html`<p><a class="button" href="${nextUrl(steps, step)}">${words.next[locale]}</a></p>`
    : postButton(url, words.skip[locale], { fields: { skip: 'yes' } })
}`
  return {
    title: `${words.title[locale]}: ${title}`,
    tab: shopPath,
    disableAutoRefresh: true,
    ...(notice && { notice }),
    body: html`<p><a href="${setupPath}">← ${words.title[locale]}</a></p>
${progress(index + 1, steps.length, stepCount(index + 1, steps.length)[locale])}
<h1>${title}</h1>
<p class="hint">${step.hint[locale]}</p>
${body}`,
  }
}

function progress(value: number, max: number, label: string): Html {
  return html`<p class="setup-progress">
<progress value="${value}" max="${max}" aria-label="${label}"></progress> <span>${label}</span></p>`
}

type Line = { step: SetupStep; summary: string | undefined; state: StepState | undefined }

async function renderOverview(
  state: SetupState,
  steps: readonly SetupStep[],
  { notice, isListOpen }: { notice?: Notice; isListOpen: boolean },
): Promise<ScreenPage> {
  const { context, editor, memberId, locale } = state
  const known = await loadSteps(
    context.store.read,
    steps.map(({ id }) => id),
  )
  const lines = steps.map((step): Line => {
    const summary = step.summary(state)
    // What the folder has counts: an answer may have been discarded with the draft.
    const isDone = summary !== undefined || known.get(step.id) === 'answered'
    return { step, summary, state: isDone ? 'answered' : known.get(step.id) }
  })
  const doneCount = lines.filter(({ state }) => state === 'answered').length
  const next = lines.find(({ state }) => state === undefined)
  // Before the owner has answered ten steps that cannot be published.
  const readOnly = explainReadOnly(editor.content.folder)
  const shown = notice ?? (readOnly && problemNotice(readOnly[locale]))
  return {
    title: words.title[locale],
    tab: shopPath,
    ...(shown && { notice: shown }),
    body: html`<p><a href="${shopPath}">← ${words.shop[locale]}</a></p>
<h1>${words.title[locale]}</h1>
${progress(doneCount, steps.length, doneText(doneCount, steps.length)[locale])}
${await mainAction(next, editor, memberId, locale)}
<ol class="item-list setup-steps">${lines.map((line, index) => stepLine(line, index, line === next, locale))}</ol>
${leftoverSection(state, { removePath, isOpen: isListOpen || !next })}
<p><a class="button" href="${onlinePath}">${words.online[locale]}</a></p>`,
  }
}

async function mainAction(
  next: Line | undefined,
  editor: Editor,
  memberId: string,
  locale: Locale,
): Promise<Html | false> {
  if (next) {
    const label = `${words.go[locale]}: ${next.step.title[locale]}`
    return html`<p><a class="button main setup-next" href="${setupStepUrl(next.step.id)}">${label}</a></p>
${await draftBar(editor, memberId, locale)}`
  }
  const bar = await draftBar(editor, memberId, locale)
  return html`<p>${words[bar ? 'readyToPublish' : 'allPublished'][locale]}</p>${bar}`
}

function stepLine(
  { step, summary, state }: Line,
  index: number,
  isNext: boolean,
  locale: Locale,
): Html {
  const mark = state === 'answered' ? '✓' : String(index + 1)
  const text = summary ?? (state === 'skipped' ? words.skipped[locale] : words.open[locale])
  const action = state === 'answered' ? words.change : words.start
  return html`<li${isNext && html` class="here"`}>
<span class="setup-mark${state === 'answered' && ' done'}" aria-hidden="true">${mark}</span>
<span class="setup-what"><b>${step.title[locale]}</b><br><span class="hint">${text}</span></span>
<a class="button" href="${setupStepUrl(step.id)}"
  aria-label="${action[locale]}: ${step.title[locale]}">${action[locale]}</a></li>`
}

function stepCount(index: number, count: number): LocalizedText {
  return { vi: `Bước ${index} trên ${count}`, en: `Step ${index} of ${count}` }
}

function doneText(done: number, count: number): LocalizedText {
  return { vi: `Xong ${done} trên ${count} bước`, en: `${done} of ${count} steps done` }
}

const words = {
  title: { vi: 'Dựng tiệm của bạn', en: 'Set up your shop' },
  shop: { vi: 'Tiệm', en: 'Shop' },
  go: { vi: 'Làm tiếp', en: 'Continue' },
  start: { vi: 'Làm', en: 'Start' },
  change: { vi: 'Sửa', en: 'Change' },
  open: { vi: 'chưa làm', en: 'not done yet' },
  skipped: { vi: 'đã bỏ qua, làm sau cũng được', en: 'skipped, you can do it later' },
  save: { vi: 'Lưu và tiếp tục', en: 'Save and continue' },
  next: { vi: 'Bước tiếp theo', en: 'Next step' },
  skip: { vi: 'Bỏ qua, làm sau', en: 'Skip for now' },
  readyToPublish: {
    vi: 'Mọi bước đã qua. Hãy xem lại rồi đăng để khách thấy.',
    en: 'All steps are done or skipped. Review the changes and publish them for guests to see.',
  },
  allPublished: { vi: 'Mọi thay đổi đã được đăng.', en: 'All changes are published.' },
  online: { vi: 'Đưa tiệm lên mạng: còn việc gì', en: 'What is left before going online' },
  tooLarge: {
    vi: 'Tệp quá lớn: mỗi ảnh nhiều nhất 25 MB, bảng nhiều nhất 2 MB.',
    en: 'The files are too large: at most 25 MB for each photo and 2 MB for a table.',
  },
} satisfies Record<string, LocalizedText>
