import type * as english from '../en/account-emails.ts'
import { paragraphs } from '../paragraphs.ts'
import { plural } from '../plural.ts'
import type { Translation } from '../translation.ts'

type Texts = Translation<typeof english>

const mails = {
  accessCode: ({ network, code, page, link }) => ({
    subject: `${code} es su código de acceso a ${network}`,
    text: paragraphs(
      `Su código de acceso: ${code}`,
      `Sirve una sola vez, durante 10 minutos, en el navegador en el que lo solicitó:\n${page}`,
      link &&
        `Este enlace confirma su dirección en cualquier navegador. Es válido durante un día: ${link}`,
      'Si no solicitó este código, puede ignorar este correo: nadie puede iniciar sesión sin él.'
    )
  }),
  noAccount: ({ network, page }) => ({
    subject: `No hay ninguna cuenta de ${network} con esta dirección`,
    text: paragraphs(
      `Alguien, probablemente usted, solicitó un código de acceso a ${network} para esta dirección. Todavía no hay ninguna cuenta con ella.`,
      `Puede crear una aquí: ${page}`,
      'Si no fue usted, puede ignorar este correo.'
    )
  }),
  stepUpCode: ({ network, code }) => ({
    subject: `${code} confirma que es usted`,
    text: paragraphs(
      `Su código: ${code}`,
      `Confirma lo que está haciendo ahora mismo en ${network}. Sirve una sola vez, durante 10 minutos, en la ventana del navegador en la que lo solicitó.`,
      'Si no solicitó este código, otra persona tiene una sesión abierta en su cuenta. Cierre esa sesión en los ajustes y obtenga un nuevo código de cuenta.'
    )
  }),
  oldAddress: ({ link }) => ({
    subject: 'Confirme el cambio de su dirección de correo',
    text: paragraphs(
      `Alguien con una sesión abierta en su cuenta ha pedido cambiar la dirección de correo. Si fue usted, confirme el cambio aquí: ${link}`,
      'Si no fue usted, no use el enlace y su dirección no cambiará. Cierre esa sesión en los ajustes y obtenga un nuevo código de cuenta.'
    )
  }),
  newAddress: ({ network, link }) => ({
    subject: `Confirme la nueva dirección de correo de su cuenta de ${network}`,
    text: paragraphs(
      `Confirme que esta es la nueva dirección de correo de su cuenta: ${link}`,
      'El enlace es válido durante un día, en un navegador con la sesión de esa cuenta abierta. Si no lo solicitó, puede ignorar este correo: nadie puede usar su dirección sin su confirmación.'
    )
  }),
  takenAddress: ({ network }) => ({
    subject: `Confirme la nueva dirección de correo de su cuenta de ${network}`,
    text: 'Alguien quiso usar esta dirección para otra cuenta. La dirección ya tiene una cuenta, así que no se ha cambiado nada. Si fue usted, inicie sesión con esta dirección.'
  }),
  payoutAddress: it => ({
    subject: `Nueva dirección para sus retiradas en ${it.token}`,
    text: paragraphs(
      `A partir de ahora, su cuenta puede enviar ${it.token} a esta dirección:`,
      it.address,
      it.usableFrom === null
        ? 'Es la primera dirección de su cuenta, así que las retiradas se envían a ella de inmediato.'
        : `Esta dirección es nueva, así que no se enviará nada a ella antes de este momento: ${it.usableFrom}. Hasta entonces, puede cancelar las retiradas a esta dirección.`,
      `Sus retiradas: ${it.withdrawals}`,
      `Si no fue usted, cancele las retiradas pendientes, cierre las demás sesiones y obtenga un nuevo código de cuenta: ${it.settings}`
    )
  }),
  supportReply: ({ count, earlier, replies, page }) => ({
    subject: plural('es', count, {
      one: 'Tiene una nueva respuesta de soporte',
      other: `Tiene ${count} nuevas respuestas de soporte`
    }),
    text: paragraphs(
      'Soporte le respondió mientras no estaba:',
      replies,
      earlier === 0
        ? null
        : plural('es', earlier, {
            one: '  … y una respuesta anterior.',
            other: `  … y ${earlier} respuestas anteriores.`
          }),
      `Lea y responda aquí: ${page}`,
      'Solo recibirá un correo como este hasta que vuelva.'
    )
  }),
  report: ({ name, days, billable, clicked, money, rows }) => ({
    subject: `Informe: ${name}`,
    text: paragraphs(
      `Su informe ${name}, de ${days} (UTC):`,
      [`Impresiones facturables: ${billable}`, `Clics: ${clicked}`, money && `Importe: ${money}`]
        .filter(Boolean)
        .join('\n'),
      rows && `Las primeras filas, con impresiones facturables, clics e importe:\n${rows}`,
      'El informe completo está en esta página, después de iniciar sesión:'
    )
  }),
  picture: '[Una imagen]'
} satisfies Texts['mails']

const frame = {
  unsubscribe: ({ link }) => `Dejar de recibir estos correos: ${link}`,
  repeatedMail:
    'Es posible que ya haya recibido este correo: nuestro servidor se detuvo mientras lo enviaba.',
  repeatedMessage: '(Es posible que ya haya recibido este mensaje.)',
  checkpoint: ({ lines, page }) =>
    paragraphs(
      `Guarde estas tres líneas: sirven de prueba si algún cobro de nuestro registro público se modifica después de este correo (${page}).`,
      lines
    )
} satisfies Texts['frame']

const bot = {
  linked: ({ network }) =>
    `Recibirá aquí sus notificaciones de ${network}. Envíe /stop para desactivarlas.`,
  linkEnded: 'Este enlace ya no es válido. Obtenga uno nuevo en los ajustes.',
  stopped: 'Ya no recibirá notificaciones aquí.',
  unlinked: ({ page }) => `Vincule su cuenta en los ajustes: ${page}`
} satisfies Texts['bot']

export const texts = { mails, frame, bot }
