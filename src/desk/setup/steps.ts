/** The steps of the setup, in their order. */
import type { Editor } from '../editor/editor.ts'
import { tablesPart } from './place-parts.ts'
import type { SetupStep } from './step.ts'
import { addressStep } from './steps/address.ts'
import { hoursStep } from './steps/hours.ts'
import { languagesStep } from './steps/languages.ts'
import { lookStep } from './steps/look.ts'
import { nameStep } from './steps/name.ts'
import { offersStep } from './steps/offers.ts'
import { peopleStep } from './steps/people.ts'
import { phoneStep } from './steps/phone.ts'
import { photoStep } from './steps/photo.ts'
import { tablesStep } from './steps/tables.ts'
import { tradeStep } from './steps/trade.ts'

export function listSteps({ parts }: Pick<Editor, 'parts'>, hasPhotos: boolean): SetupStep[] {
  const hasTables = parts.some(({ id }) => id === tablesPart)
  return [
    tradeStep,
    nameStep,
    addressStep,
    phoneStep,
    hoursStep,
    hasTables ? tablesStep : peopleStep,
    languagesStep,
    offersStep,
    lookStep,
    ...(hasPhotos ? [photoStep] : []),
  ]
}
