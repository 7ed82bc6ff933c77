import { auditFailureTask } from '#server/account/audit-failure.ts';
import { noteErasureTask } from '#server/account/erasures.ts';
import { sendLinkTask } from '#server/account/link-task.ts';
import { sendMailTask } from '#server/account/mail-task.ts';
import { forgetOldAttempts } from '#server/account/sign-in/attempts.ts';
import { applyImportTask, forgetImport } from '#server/across/import/apply-import.ts';
import { checkImportTask } from '#server/across/import/check-import.ts';
import { joinTask, leaveTask } from '#server/advertisements/campaign/join-campaign.ts';
import {
  quoteCampaign,
  readCampaignAds,
  readCampaigns,
  sweepCampaigns,
} from '#server/advertisements/campaign/read-campaigns.ts';
import { changeContentTask } from '#server/advertisements/content/change-content.ts';
import { linkManyTask } from '#server/advertisements/link/link-many.ts';
import { findListings, readListings, sweepListings } from '#server/advertisements/link/read-listings.ts';
import { guardTask } from '#server/advertisements/margin/guard-margins.ts';
import { publishTask } from '#server/advertisements/publication/publication-publish.ts';
import { pushTask } from '#server/advertisements/push/publication-push.ts';
import { shelfPushTask } from '#server/advertisements/push/shelf-push.ts';
import { pushOfSupplier } from '#server/advertisements/push/supplier-push.ts';
import { repriceTask } from '#server/advertisements/reprice.ts';
import { stepSchedule } from '#server/advertisements/schedule/price-schedule.ts';
import { publishSheetTask } from '#server/advertisements/sheet/publish-sheet.ts';
import { measureTask, productMeasuredTask } from '#server/advertisements/size/follow-size.ts';
import { quoteAccountFreight, quoteFreight } from '#server/advertisements/sync/missing-freight.ts';
import { readTask } from '#server/advertisements/sync/publication-read.ts';
import { resyncTask } from '#server/advertisements/sync/resync.ts';
import { sweepPublications, sweepPublicationsOf } from '#server/advertisements/sync/sweep-publications.ts';
import { productTaxedTask } from '#server/advertisements/tax/follow-tax-codes.ts';
import { billNight, billOneNight } from '#server/billing/night.ts';
import { forgetBulkRun } from '#server/business/bulk-run.ts';
import { removeFile } from '#server/business/files/kept-file.ts';
import { sendInvitationTask } from '#server/business/staff/invitation.ts';
import { applyReset, mailReset } from '#server/business/staff/two-step-reset.ts';
import { deliverWebhook } from '#server/business/webhook/deliver.ts';
import { notifyOfPair } from '#server/dropshipping/balance/pair-notice.ts';
import { settleOnePair } from '#server/dropshipping/balance/settle.ts';
import {
  closeDropinvoices,
  closeOneDropinvoice,
} from '#server/dropshipping/dropinvoice/dropinvoice-close.ts';
import { notifyOfDropinvoice } from '#server/dropshipping/dropinvoice/dropinvoice-notice.ts';
import { notifyOfLine } from '#server/dropshipping/dropinvoice/line-notice.ts';
import { advanceOneOverdue, advanceOverdue } from '#server/dropshipping/overdue/overdue-case.ts';
import { notifyOfOverdue } from '#server/dropshipping/overdue/overdue-notice.ts';
import { scheduleCountsOfTask, scheduleCountsTask } from '#server/inventory/balance/count-schedule.ts';
import { holdExpiredOfTask, holdExpiredTask } from '#server/inventory/batch/expiry.ts';
import { fetchChat, findChats } from '#server/marketplaces/chats/fetch-chat.ts';
import { sendMessage } from '#server/marketplaces/chats/send-message.ts';
import { sweepChats, sweepChatsOf } from '#server/marketplaces/chats/sweep-chats.ts';
import { readGrant, readGrants } from '#server/marketplaces/grant.ts';
import { grantNoticeTask } from '#server/marketplaces/grant-notice.ts';
import { createNotificationTask } from '#server/marketplaces/notification.ts';
import { privacyNoticeTask } from '#server/marketplaces/privacy/privacy-request.ts';
import { fetchQuestion } from '#server/marketplaces/questions/fetch-question.ts';
import { sendAnswer } from '#server/marketplaces/questions/send-answer.ts';
import { sweepQuestions, sweepQuestionsOf } from '#server/marketplaces/questions/sweep-questions.ts';
import { readReputationTask, sweepReputations } from '#server/marketplaces/reputation/read-reputation.ts';
import { sendReviewAnswer } from '#server/marketplaces/reviews/send-review-answer.ts';
import { sweepReviews, sweepReviewsOf } from '#server/marketplaces/reviews/sweep-reviews.ts';
import { subscribeAccount } from '#server/marketplaces/subscribe.ts';
import { attachInvoicesTask } from '#server/orders/documents/attach-invoices.ts';
import { printLabelsTask } from '#server/orders/documents/print-labels.ts';
import { exportFiscalDataTask } from '#server/orders/fiscal/fiscal-export.ts';
import { readPayoutsTask, sweepPayouts } from '#server/orders/payouts/read-payouts.ts';
import { endEmptied } from '#server/orders/picking/end-emptied.ts';
import { closeWorkDays, closeWorkDaysOf } from '#server/orders/productivity/close-days.ts';
import { linkSold, retryShort, runDue } from '#server/orders/sale/due.ts';
import { dropLabelsTask, eraseBuyersTask } from '#server/orders/sale/erase-buyers.ts';
import { arrangeShipment } from '#server/orders/sync/arrange-shipment.ts';
import { fetchSale, fetchShipment } from '#server/orders/sync/fetch-order.ts';
import { reportParcel } from '#server/orders/sync/report-parcel.ts';
import { sendCancel } from '#server/orders/sync/send-cancel.ts';
import { sendInvoice } from '#server/orders/sync/send-invoice.ts';
import { sweepAccount, sweepOrders } from '#server/orders/sync/sweep.ts';
import { sweepParcels, sweepParcelsStep } from '#server/orders/sync/sweep-parcels.ts';
import { releaseWavesOfTask, releaseWavesTask } from '#server/orders/waves/release-wave.ts';
import { downloadPicturesTask } from '#server/products/images/download-pictures.ts';
import { printPlacesTask } from './inventory/place-label/print-places.ts';
import { recountOfTask, recountTask } from './inventory/recount.ts';
import { archiveEmptiedTask } from './inventory/volume/volume-end.ts';
import { forgetPassed } from './jobs/forget-passed.ts';
import type { Task, TaskTable } from './jobs/task.ts';
import { notificationHandlers } from './notification-handlers.ts';

/** Every task of the queue, one line each, calling an area's rule. */
export const tasks = {
  'account.resync': resyncTask,
  'account.read-grant': readGrant,
  'accounts.read-grants': readGrants,
  'account.subscribe': subscribeAccount,
  'account.tell-grant': grantNoticeTask,
  'account.tell-privacy': privacyNoticeTask,
  'notification.process': createNotificationTask(notificationHandlers),
  'chats.fetch': fetchChat,
  'chats.find': findChats,
  'chats.send': sendMessage,
  'chats.sweep': sweepChats,
  'chats.sweep-account': sweepChatsOf,
  'questions.fetch': fetchQuestion,
  'questions.send-answer': sendAnswer,
  'questions.sweep': sweepQuestions,
  'questions.sweep-account': sweepQuestionsOf,
  'reputations.read': readReputationTask,
  'reputations.sweep': sweepReputations,
  'reviews.send-answer': sendReviewAnswer,
  'reviews.sweep': sweepReviews,
  'reviews.sweep-account': sweepReviewsOf,
  'campaigns.join': joinTask,
  'campaigns.leave': leaveTask,
  'campaigns.quote': quoteCampaign,
  'campaigns.read': readCampaigns,
  'campaigns.read-ads': readCampaignAds,
  'campaigns.sweep': sweepCampaigns,
  'listings.find': findListings,
  'listings.read': readListings,
  'listings.sweep': sweepListings,
  'publications.link-many': linkManyTask,
  'publications.quote-account-freight': quoteAccountFreight,
  'publications.quote-freight': quoteFreight,
  'prices.schedule': stepSchedule,
  'publications.reprice': repriceTask,
  'advertisements.change-content': changeContentTask,
  'advertisements.publish-sheet': publishSheetTask,
  'publications.sweep': sweepPublications,
  'publications.sweep-account': sweepPublicationsOf,
  'publication.guard': guardTask,
  'publication.measure': measureTask,
  'publication.publish': publishTask,
  'publication.push': pushTask,
  'publication.read': readTask,
  'shelf.push': shelfPushTask,
  'jobs.forget-passed': forgetPassed,
  'mail.send': sendMailTask,
  'billing.night': billNight,
  'billing.night-one': billOneNight,
  'account.sendLink': sendLinkTask,
  'account.forgetOldAttempts': forgetOldAttempts,
  'account.auditFailure': auditFailureTask,
  'account.note-erasure': noteErasureTask,
  'business.sendInvitation': sendInvitationTask,
  'business.tellTwoStepReset': mailReset,
  'business.resetTwoStep': applyReset,
  'business.apply-import': applyImportTask,
  'business.check-import': checkImportTask,
  'business.forget-bulk-run': forgetBulkRun,
  'business.forget-import': forgetImport,
  'products.download-pictures': downloadPicturesTask,
  'products.measured': productMeasuredTask,
  'products.taxed': productTaxedTask,
  'products.removeFile': removeFile,
  'webhooks.deliver': deliverWebhook,
  'balances.schedule': scheduleCountsTask,
  'balances.schedule-of': scheduleCountsOfTask,
  'inventory.hold-expired': holdExpiredTask,
  'inventory.hold-expired-of': holdExpiredOfTask,
  'inventory.archive-emptied': archiveEmptiedTask,
  'inventory.print-places': printPlacesTask,
  'inventory.recount': recountTask,
  'inventory.recount-of': recountOfTask,
  'dropinvoices.close': closeDropinvoices,
  'dropinvoices.close-one': closeOneDropinvoice,
  'dropinvoices.notify': notifyOfDropinvoice,
  'dropinvoices.notify-line': notifyOfLine,
  'pair-balances.settle-one': settleOnePair,
  'pair-balances.notify': notifyOfPair,
  'overdue-cases.advance': advanceOverdue,
  'overdue-cases.advance-one': advanceOneOverdue,
  'overdue-cases.notify': notifyOfOverdue,
  'publications.push-of-supplier': pushOfSupplier,
  'orders.attach-invoices': attachInvoicesTask,
  'orders.drop-labels': dropLabelsTask,
  'orders.erase-buyers': eraseBuyersTask,
  'orders.expire': runDue,
  'orders.fetch': fetchSale,
  'orders.fetch-shipment': fetchShipment,
  'orders.link-sold': linkSold,
  'orders.print-labels': printLabelsTask,
  'orders.export-fiscal-data': exportFiscalDataTask,
  'orders.arrange-shipment': arrangeShipment,
  'orders.report-parcel': reportParcel,
  'orders.retry-short': retryShort,
  'orders.send-cancel': sendCancel,
  'orders.send-invoice': sendInvoice,
  'payouts.read': readPayoutsTask,
  'payouts.sweep': sweepPayouts,
  'picking.end-emptied': endEmptied,
  'productivity.close': closeWorkDays,
  'productivity.close-of': closeWorkDaysOf,
  'waves.release': releaseWavesTask,
  'waves.release-of': releaseWavesOfTask,
  'orders.sweep': sweepOrders,
  'orders.sweep-account': sweepAccount,
  'orders.sweep-parcels': sweepParcels,
  'orders.sweep-parcels-step': sweepParcelsStep,
} satisfies Record<string, Task>;

/**
 * Tasks of which nothing is lost with what they wrote last: who dies with the database has not marked them done either,
 * so that they run again, ask the marketplace again and tell it again. Their commits do not wait for the disk.
 */
const repeatable: ReadonlySet<string> = new Set<keyof typeof tasks>([
  'notification.process',
  'publication.push',
  'publication.read',
  'publications.sweep',
  'shelf.push',
  'chats.fetch',
  'chats.find',
  'chats.sweep',
  'chats.sweep-account',
  'campaigns.quote',
  'campaigns.read',
  'campaigns.read-ads',
  'campaigns.sweep',
  'reputations.read',
  'reputations.sweep',
  'reviews.sweep',
  'reviews.sweep-account',
  'listings.find',
  'listings.read',
  'questions.fetch',
  'questions.sweep',
  'questions.sweep-account',
  'orders.fetch',
  'orders.fetch-shipment',
  'payouts.read',
  'payouts.sweep',
  'orders.retry-short',
  'orders.sweep',
  'orders.sweep-account',
  'orders.sweep-parcels',
  'orders.sweep-parcels-step',
]);

/** What happens by the clock (UTC). Every task is idempotent: a missed or doubled run changes nothing. */
const schedules: readonly { task: keyof typeof tasks; cron: string }[] = [
  { task: 'orders.expire', cron: '* * * * *' },
  { task: 'waves.release', cron: '* * * * *' },
  { task: 'orders.sweep', cron: '*/5 * * * *' },
  { task: 'orders.sweep-parcels', cron: '*/10 * * * *' },
  { task: 'publications.sweep', cron: '6-59/10 * * * *' },
  { task: 'questions.sweep', cron: '*/10 * * * *' },
  { task: 'chats.sweep', cron: '3-59/10 * * * *' },
  { task: 'campaigns.sweep', cron: '35 * * * *' },
  { task: 'reputations.sweep', cron: '25 */6 * * *' },
  // 07:40 is twenty to five in Sao Paulo.
  { task: 'reviews.sweep', cron: '40 7 * * *' },
  // Also at 03:00, which is midnight in Sao Paulo: the marketplaces follow within minutes, also after a server that slept.
  { task: 'inventory.hold-expired', cron: '*/5 * * * *' },
  // 03:05 is five past midnight in Sao Paulo; every hour, so that a server that slept catches up.
  { task: 'dropinvoices.close', cron: '5 * * * *' },
  // After the day has closed; every hour, for the same reason.
  { task: 'overdue-cases.advance', cron: '15 * * * *' },
  // The same of billing months: 03:10 is ten past midnight.
  { task: 'billing.night', cron: '10 * * * *' },
  // 06:20 is twenty past three in Sao Paulo.
  { task: 'inventory.recount', cron: '20 6 * * *' },
  // 07:30 is half past four in Sao Paulo, before the first shift.
  { task: 'balances.schedule', cron: '30 7 * * *' },
  // 03:45 is a quarter to one in Sao Paulo: what began before midnight has ended. Every hour, for the same reason.
  { task: 'productivity.close', cron: '45 * * * *' },
  { task: 'accounts.read-grants', cron: '50 6 * * *' },
  { task: 'account.forgetOldAttempts', cron: '17 4 * * *' },
  { task: 'jobs.forget-passed', cron: '7 5 * * *' },
  { task: 'publications.quote-freight', cron: '40 5 * * *' },
  { task: 'listings.sweep', cron: '20 7 * * *' },
  // 08:10 is ten past five in Sao Paulo: yesterday is over, and what was released is listed.
  { task: 'payouts.sweep', cron: '10 8 * * *' },
];

export const taskTable: TaskTable = { tasks, repeatable, schedules };
